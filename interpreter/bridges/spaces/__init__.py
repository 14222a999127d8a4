"""What learners see and do: numbers for actions, tensors for what a player sees; the same wherever they are asked."""
