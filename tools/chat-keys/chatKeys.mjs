#!/usr/bin/env node
import { run } from './src/program.mjs';

process.exitCode = await run(process.argv.slice(2));
