import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Platform } from '../../../src/core/scope'
import type { CompanyId } from '../../../src/core/storage/schema'
import { breachedIn, faultOfBreachedFile } from '../../../src/features/accounts/users/passwords/breached-passwords'
import { checkPassword } from '../../../src/features/accounts/users/passwords/passwords'
import { createInstallation } from '../../installation'

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const passwords = Array.from({ length: 5000 }, (_, n) => `Cão violoncelo ${n}`)
const hashes = passwords.map(hashOf).sort()

const directory = mkdtempSync(join(tmpdir(), 'balcao-breached-'))
afterAll(() => rmSync(directory, { recursive: true }))

function writeList(lines: string[], lineEnd = '\r\n', end = lineEnd): string {
  const path = join(directory, crypto.randomUUID())
  writeFileSync(path, lines.join(lineEnd) + end)
  return path
}

describe.each([
  ['with counts and CRLF', (list: string[]) => writeList(list.map((hash, n) => `${hash}:${n ** 3}`))],
  [
    'in lower case without counts',
    (list: string[]) =>
      writeList(
        list.map((hash) => hash.toLowerCase()),
        '\n',
      ),
  ],
  ['without an end of its last line', (list: string[]) => writeList(list, '\n', '')],
])('a list of breached passwords %s', (_, write) => {
  test.each([1, 2, 10, 30, 5000])('of %i lines contains each of them, and no other password', async (count) => {
    const listed = new Set(hashes.slice(0, count))
    const path = write([...listed])
    expect(await faultOfBreachedFile(path)).toBeNull()
    const isBreached = breachedIn(path)
    const asked = passwords.filter((password, n) => listed.has(hashOf(password)) || n % 50 === 0)
    const answers = await Promise.all(asked.map(isBreached))
    expect(asked.filter((_, n) => answers[n])).toEqual(asked.filter((password) => listed.has(hashOf(password))))
  })
})

test.each([
  ['of passwords', passwords],
  ['of NTLM hashes', hashes.map((hash) => hash.slice(8))],
  ['sorted by count', hashes.map((_, n) => hashes[(n * 2731) % hashes.length] as string)],
  ['without a line', []],
])('a list %s has a fault', async (_, lines) => {
  expect(await faultOfBreachedFile(writeList(lines))).toContain('SHA-1')
})

test('a missing list has a fault', async () => {
  expect(await faultOfBreachedFile(join(directory, 'none'))).toBe('cannot be read (ENOENT)')
})

describe('a new password', () => {
  let platform: Platform
  beforeAll(async () => {
    platform = (await createInstallation()).platform
    platform.ports.isBreached = breachedIn(writeList(hashes))
  })
  const person = { companyId: 1 as CompanyId, email: 'maria@acme.test', name: 'Maria' }

  test('known from a breach is refused', async () => {
    await expect(checkPassword(platform, passwords[7] as string, person)).rejects.toThrow('ERR_WEAK_PASSWORD')
  })

  test('that differs in one letter is accepted', () => checkPassword(platform, `${passwords[7]}x`, person))
})
