#!/usr/bin/env node
import "../dist/start/cli.js";
