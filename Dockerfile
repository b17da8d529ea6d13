# One image for web, worker and scheduler; PostgreSQL and Redis or Valkey are services beside it.
FROM python:3.11-slim AS build
WORKDIR /app
ENV UV_PYTHON_DOWNLOADS=never UV_NO_CONFIG=1 UV_NO_PROGRESS=1
COPY requirements/uv.txt requirements/runtime.txt requirements/
RUN python -m venv .venv \
 && .venv/bin/python -m pip install --quiet --no-cache-dir --require-hashes -r requirements/uv.txt \
 && .venv/bin/uv pip install --no-cache --require-hashes --compile-bytecode --python .venv/bin/python -r requirements/runtime.txt \
 && .venv/bin/uv pip uninstall --python .venv/bin/python uv

FROM python:3.11-slim
WORKDIR /app
ENV PATH=/app/.venv/bin:$PATH PYTHONUNBUFFERED=1 DJANGO_SETTINGS_MODULE=config.settings VAR_DIR=/var/lib/night-mail
RUN useradd --system --home-dir /var/lib/night-mail --create-home night-mail
COPY --from=build /app/.venv .venv
COPY manage.py ./
COPY config config
COPY accounts accounts
COPY games games
COPY templates templates
COPY static static
# The files' names carry hashes that the pages need: made once, with the image.
RUN SECRET_KEY=build VAR_DIR=/app/build python manage.py collectstatic --no-input --verbosity 0 \
 && mv /app/build/static /var/lib/night-mail/static \
 && chown -R night-mail /var/lib/night-mail
USER night-mail
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD python -c "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"
CMD ["uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--lifespan", "off", "--timeout-graceful-shutdown", "5"]
