/** Limits that the server enforces and the interface announces: one table for both (specification §5 and §9). */
export const limits = {
  name: { min: 2, max: 50 },
  email: { max: 254 },
  password: { min: 5, max: 50, superMin: 12 },
  phone: { max: 11 },
  contactNumber: { min: 8, max: 15 },
  connectionName: { min: 2, max: 50 },
  messageBody: { max: 65_536 },
  caption: { max: 1024 },
  search: { max: 200 },
  pageNumber: { max: 100_000 },
  emoji: { max: 32 },
  idempotencyKey: { max: 255 },
  fileName: { max: 200 },
  /** Bytes of a body that can have no files in it, and of one that is read before anybody is known. */
  json: 1024 * 1024,
  strangersBody: 16 * 1024,
  /** Bytes of one message as JSON or multipart; larger media goes through the streaming upload. */
  body: 25 * 1024 * 1024,
  /** Bytes of one uploaded or received file (server-behaviour §12). */
  media: 64 * 1024 * 1024,
  filesPerMessage: 10,
  /** Seconds; shorter recordings are a slip of the finger (decisions.md, Wire). */
  voiceMinimum: 0.7,
} as const

export const pageSizes = { tickets: 40, messages: 20, contacts: 30, other: 20 } as const
