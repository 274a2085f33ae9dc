import { join } from 'node:path'
import passwords from '@zxcvbn-ts/language-common/src/passwords.json'
import { createBloomFilter } from '../src/core/bloom-filter'
import { limits } from '../src/shared/limits'
import { commonWords } from './common-password-words'

/**
 * Builds the filter of common passwords: `bun scripts/common-passwords.ts [LIST…]`. Its content are the words of this
 * repository, the list of @zxcvbn-ts/language-common (MIT), and each given text file with one password per line. A
 * password that the minimum or maximum length refuses is left out.
 */

export const filterFile = join(
  import.meta.dir,
  '..',
  'src',
  'features',
  'accounts',
  'users',
  'passwords',
  'common-passwords.bin',
)
/** Share of other passwords that the filter takes for common ones. */
const falsePositives = 1e-4

/** Returns all passwords of the filter in lower case, without duplicates. */
export function commonPasswords(more: string[] = []): Set<string> {
  const { min, max } = limits.password
  const all = [...commonWords(), ...(passwords as string[]), ...more].map((password) => password.toLowerCase())
  return new Set(all.filter(({ length }) => length >= min && length <= max))
}

export const buildFilter = (passwords: Set<string>): Uint8Array => createBloomFilter(passwords, falsePositives)

if (import.meta.main) {
  const lists = await Promise.all(process.argv.slice(2).map((file) => Bun.file(file).text()))
  const passwords = commonPasswords(lists.flatMap((list) => list.split(/\r?\n/)))
  const filter = buildFilter(passwords)
  await Bun.write(filterFile, filter)
  process.stdout.write(`${passwords.size} passwords in ${filter.length} bytes\n`)
}
