#!/bin/sh
# A bot for any game in plain shell: it takes the last legal action. Run by the league as `sh last.sh`.

while IFS= read -r line; do
  case $line in
    '{"type":"hello"'*) echo '{"protocol":2,"name":"last","version":"1.0"}' ;;
    '{"type":"choose"'*)
      codes=${line#*'"legal":['}
      codes=${codes%%]*}
      echo "{\"action\":${codes##*,}}"
      ;;
    *) echo '{}' ;;
  esac
done
