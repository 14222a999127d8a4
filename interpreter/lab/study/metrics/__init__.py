"""The figures of a study, a family in each file; `docs/metrics.md` has the definition of each with its source."""
