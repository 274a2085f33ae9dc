import { readFileSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { BadConfig } from '../bad-config'

/** Variables by name, as a process receives them. */
type Variables = Record<string, string | undefined>

/** File that service and commands read when BALCAO_ENV_FILE does not name another. */
export const usualFile = '/etc/balcao/balcao.env'
const maxBytes = 64 * 1024
/** A relative path would mean another place for each working directory. */
const paths = new Set(['BALCAO_DATA_DIR', 'BALCAO_WHATSAPP_CA', 'BALCAO_BREACHED_PASSWORDS'])

/**
 * Adds the variables of the environment file (docs/self-hosting.md, "Environment"). A variable of the
 * process wins, also an empty one. `BALCAO_ENV_FILE` of the result is the file that was read.
 * @param usual file for a process without BALCAO_ENV_FILE; it may be missing. An empty BALCAO_ENV_FILE means no file
 * @throws BadConfig for a file that cannot be read, and for a line that is not a variable
 */
export function withEnvironmentFile(env: Variables, usual: string | null): Variables {
  const named = env.BALCAO_ENV_FILE?.trim()
  const file = named ?? usual
  if (!file) return env
  const text = readText(file, named !== undefined)
  if (text === null) return env
  const values = Object.fromEntries([...parseFile(file, text)].map(([name, { value }]) => [name, value]))
  return { ...values, ...env, BALCAO_ENV_FILE: file }
}

/** Place of a variable whose value comes from the file, such as ` (/etc/balcao/balcao.env, line 3)`; else empty. */
export function placeInFile(name: string, real: Variables, usual: string | null): string {
  const file = real.BALCAO_ENV_FILE?.trim() ?? usual
  if (!file || real[name] !== undefined) return ''
  try {
    const line = parseFile(file, readText(file, true) ?? '').get(name)?.line
    return line === undefined ? '' : ` (${file}, line ${line})`
  } catch {
    return ''
  }
}

/** The file's text; null for a missing file without BALCAO_ENV_FILE. */
function readText(file: string, isNamed: boolean): string | null {
  try {
    if (statSync(file).size > maxBytes) throw new BadConfig('BALCAO_ENV_FILE', `${file} is larger than 64 KB`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof BadConfig) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !isNamed) return null
    const remedy = code === 'EACCES' ? '; run balcao as root, or as a user of the group that may read it' : ''
    throw new BadConfig('BALCAO_ENV_FILE', `${file} cannot be read (${code})${remedy}`)
  }
}

interface Entry {
  value: string
  line: number
}

/** Lines `NAME=value`; empty lines and those that begin with `#` or `;` are skipped, quotes around a value removed. */
function parseFile(file: string, text: string): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#') || trimmed.startsWith(';')) continue
    const [name, value] = parseLine(file, at + 1, trimmed)
    const earlier = entries.get(name)
    if (earlier) throw new BadConfig(name, `is set twice in ${file} (lines ${earlier.line} and ${at + 1})`)
    entries.set(name, { value, line: at + 1 })
  }
  return entries
}

function parseLine(file: string, line: number, text: string): [name: string, value: string] {
  const split = text.indexOf('=')
  const name = text
    .slice(0, Math.max(split, 0))
    .replace(/^export\s+/, '')
    .trim()
  if (split < 0 || !/^[A-Z0-9_]+$/i.test(name))
    throw new BadConfig(`line ${line} of ${file}`, 'is not NAME=value, such as BALCAO_PORT=3000')
  if (!name.startsWith('BALCAO_') || name === 'BALCAO_ENV_FILE')
    throw new BadConfig(name, `has no effect in ${file} (line ${line}); its variables begin with BALCAO_`)
  const value = unquoted(text.slice(split + 1).trim())
  if (paths.has(name) && value !== '' && !isAbsolute(value))
    throw new BadConfig(name, `must be a whole path, which begins with / (${file}, line ${line})`)
  return [name, value]
}

function unquoted(value: string): string {
  const [first] = value
  const isQuoted = value.length >= 2 && (first === '"' || first === "'") && value.endsWith(first)
  return isQuoted ? value.slice(1, -1) : value
}
