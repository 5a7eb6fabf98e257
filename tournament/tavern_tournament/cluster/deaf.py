"""Loaded first by the workers of a cluster on this machine: Ctrl-C is for the league, which tells them what to do."""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
