import type { Baileys } from './baileys'

/** protobufjs' reader, as far as it is needed here. */
interface Reader {
  len: number
  pos: number
}
type Decode = (source: Reader | Uint8Array, length?: number, endTag?: number) => object
interface Decoded {
  decode: unknown
  create(): object
}

/**
 * Levels of messages that are decoded; phones nest about ten. protobufjs calls itself for each, so that 85 kB of nested
 * messages would need 20,000 calls, which hold the event loop for up to 140 ms.
 */
const maxLevels = 50

/** Messages of WhatsApp's schema through which every message passes that contains itself. */
export const recursiveMessages = [
  'Message',
  'Message.InteractiveMessage',
  'Message.HighlyStructuredMessage',
  'ContextInfo.DataSharingContext.Parameters',
] as const

class TooDeep extends Error {}

/**
 * Ends the decoding of a message with more than 50 levels: `Message.decode` then returns a message without fields, which
 * counts as one of an unknown kind. The bytes behind it are read on.
 */
export function boundDecoding(proto: Baileys['proto']) {
  const open = { levels: 0 }
  for (const name of recursiveMessages) {
    const type = typeAt(proto, name)
    const counted = countLevels(open, type.decode as Decode)
    type.decode = name === 'Message' ? emptyIfTooDeep(open, counted, type) : counted
  }
}

interface Open {
  levels: number
}

/** Counts the messages that are being decoded within each other. */
function countLevels(open: Open, decode: Decode): Decode {
  return (source, length, endTag) => {
    if (open.levels === maxLevels) throw new TooDeep(`more than ${maxLevels} messages within each other`)
    open.levels++
    try {
      return decode(source, length, endTag)
    } finally {
      open.levels--
    }
  }
}

/** Returns an empty message for an outermost one that is too deep, and moves the reader behind it. */
function emptyIfTooDeep(open: Open, decode: Decode, type: Decoded): Decode {
  return (source, length, endTag) => {
    const start = 'pos' in source ? source.pos : 0
    try {
      return decode(source, length, endTag)
    } catch (error) {
      if (!(error instanceof TooDeep) || open.levels > 0) throw error
      if ('pos' in source) source.pos = start + (length ?? source.len - start)
      return type.create()
    }
  }
}

const typeAt = (proto: object, path: string): Decoded => {
  let found: unknown = proto
  for (const part of path.split('.')) found = (found as Record<string, unknown>)[part]
  return found as Decoded
}
