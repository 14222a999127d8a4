"""The record of a state: where everything lies among its bits and bytes."""
