import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Serving } from '../executable/balcao'

/** Searches files, log and backups of an installation for texts that must not be there in clear. */

export interface Searchable {
  name: string
  bytes: Buffer
}

/** Every file below a directory, named by its path from there. */
export const filesBelow = (path: string): Searchable[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ name: file.slice(path.length + 1), bytes: readFileSync(file) }))

/** Log and output for people of a server, so far. */
export const logsOf = (serving: Serving): Searchable[] => [
  {
    name: 'log',
    bytes: Buffer.from(
      serving
        .log()
        .map((line) => JSON.stringify(line))
        .join('\n'),
    ),
  },
  { name: 'stderr', bytes: Buffer.from(serving.stderr()) },
]

/** Base64 of text that contains the secret, for each position in a group of three bytes. */
const alignedBase64 = (raw: Buffer): string[] =>
  [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), raw]).toString('base64url')
    return text.slice(Math.ceil((offset * 8) / 6), -2)
  })

/** Encodings in which a secret could be stored: raw, Base64, Base64 URL, hex, JSON list of bytes. */
const formsOf = (secret: Uint8Array | string): Buffer[] => {
  const raw = Buffer.from(secret as string)
  const texts = (['base64', 'base64url', 'hex'] as const).map((form) => raw.toString(form).replace(/=+$/, ''))
  const asText = [...texts, ...alignedBase64(raw)].map((text) => Buffer.from(text))
  return [raw, ...asText, Buffer.from(JSON.stringify([...raw]).slice(1, -1))]
}

/** Names of what contains the secret in one of its encodings. */
export const namesContaining = (searched: Searchable[], secret: Uint8Array | string): string[] =>
  searched.filter(({ bytes }) => formsOf(secret).some((form) => bytes.includes(form))).map(({ name }) => name)
