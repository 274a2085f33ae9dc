import { spyOn } from 'bun:test'
import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import type { ParserSource } from '../../src/core/parsers/contract'
import { serveParsers } from '../../src/core/parsers/serve'
import { AppError } from '../../src/shared/errors'

const collect = spyOn(Bun, 'gc')
/** Stays in the worker's heap, so that its size does not depend on collections by the engine. */
const held: object[] = []

/** Parser worker for tests: each parser runs the command that its input names. */
const commands: Record<string, () => unknown> = {
  loop: () => {
    for (;;) Math.random()
  },
  yield: async () => {
    for (;;) await null
  },
  eat: () => {
    for (const held: Uint8Array[] = []; ; ) held.push(new Uint8Array(2 ** 20).fill(1))
  },
  grow: async () => {
    const held = Array.from({ length: 200 }, () => new Uint8Array(2 ** 20).fill(1))
    await Bun.sleep(500)
    return held.length
  },
  wait: () => Bun.sleep(1500).then(() => 'waited'),
  fill: () => {
    for (let n = 0; n < 1_500_000; n++) held.push({ n })
  },
  priority: () => getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))),
  collections: () => collect.mock.calls.length,
  exit: () => process.exit(3),
  stray: async () => {
    void Promise.reject(new Error('stray'))
    await new Promise(() => {})
  },
  fail: () => JSON.parse('{'),
  refuse: () => {
    throw new AppError('ERR_MEDIA_TYPE', { reason: 'because' })
  },
}

async function runCommand(source: ParserSource) {
  const word = 'bytes' in source ? new TextDecoder().decode(source.bytes).trimEnd() : source.path
  if (word === 'same' && 'bytes' in source) return source.bytes
  return (await commands[word]?.()) ?? word
}

const loadParser = async () => runCommand as never
serveParsers({
  'media.identify': loadParser,
  'sound.read': loadParser,
  'voice.read': loadParser,
  'voice.convert': loadParser,
  'picture.shrink': loadParser,
  'look.draw': loadParser,
  'page.read': loadParser,
  'company.check': loadParser,
  'flow.fields': loadParser,
  'flow.replay': loadParser,
  'flow.read': loadParser,
  'contacts.sample': loadParser,
  'contacts.read': loadParser,
  'history.shorten': loadParser,
  'workbook.write': loadParser,
})
