"""Celery's doors to the games: ids in, one call, safe to run twice."""
