#!/bin/sh
# Updates the nodes of compose.yaml one after the other, so that the shop stays open: the proxy sends requests to the other node
# meanwhile. Run it in the folder of compose.yaml after `git pull`.
set -eu
docker compose build node1
for node in node1 node2; do
  docker compose up --detach --no-deps --wait --wait-timeout 600 "$node"
done
