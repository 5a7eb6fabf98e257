#!/bin/bash
#SBATCH --job-name=league
#SBATCH --array=1-4
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
# A league as a job array of Slurm; other batch systems have the same numbers under other names.
#
#     tavern-tourney secret league.secret                        # once; a public league has none
#     shards=$(sbatch --parsable job-array.sh league.toml)
#     sbatch --dependency=afterok:$shards --wrap "tavern-tourney merge runs/league-*-of-4"
#
# A job that runs out of time (exit code 4) goes on where it was when it is submitted again.
set -eu
exec tavern-tourney --config "$1" --secret league.secret --quiet \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --workers "$SLURM_CPUS_PER_TASK"
