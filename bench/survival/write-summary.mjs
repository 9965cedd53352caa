/** A program that reads a prompt and prints a summary: its price would hide that of the prompts. */
import { text } from 'node:stream/consumers'
import { createCounter } from '@palimpsest/core/tokens'
import { createSummaryWriter } from '../summary-writer.mjs'

const prompt = await text(process.stdin)
for await (const piece of createSummaryWriter(createCounter()).write(prompt)) process.stdout.write(piece)
