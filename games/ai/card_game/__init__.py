"""Computer players of the Card Game: what is unseen, what a seat has and lacks, what it does then."""
