import type { ParserSource } from '../../src/core/parsers/contract'
import { serveParsers } from '../../src/core/parsers/serve'
import { AppError } from '../../src/shared/errors'

/** A worker whose every parser does what its input says in words. */
const commands: Record<string, () => unknown> = {
  loop: () => {
    for (;;) Math.random()
  },
  yield: async () => {
    for (;;) await null
  },
  eat: () => {
    for (const kept: Uint8Array[] = []; ; ) kept.push(new Uint8Array(2 ** 20).fill(1))
  },
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

async function obey(source: ParserSource) {
  const word = 'bytes' in source ? new TextDecoder().decode(source.bytes).trimEnd() : source.path
  return (await commands[word]?.()) ?? word
}

const obedient = async () => obey as never
serveParsers({
  'media.identify': obedient,
  'voice.read': obedient,
  'picture.shrink': obedient,
  'page.read': obedient,
  'spreadsheet.read': obedient,
})
