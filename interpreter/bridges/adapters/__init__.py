"""Rulesets for other libraries: as games of OpenSpiel, as environments of PettingZoo."""
