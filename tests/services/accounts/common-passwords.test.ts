import { expect, test } from 'bun:test'
import { buildFilter, commonPasswords, filterFile } from '../../../scripts/common-passwords'
import { bloomFilterHas } from '../../../src/core/bloom-filter'
import { isCommon } from '../../../src/features/accounts/users/passwords/common-passwords'

const passwords = commonPasswords()

test('the filter in the executable is the one that the script builds, below 3 MB', async () => {
  const stored = await Bun.file(filterFile).bytes()
  expect(Buffer.compare(stored, buildFilter(passwords))).toBe(0)
  expect(stored.length).toBeLessThan(3_000_000)
  expect(passwords.size).toBeGreaterThan(49_000)
})

test('the filter contains every password of the lists', async () => {
  const missing: string[] = []
  for (const password of passwords) if (!(await isCommon(password))) missing.push(password)
  expect(missing).toEqual([])
})

test('the filter takes fewer than one of 1000 other texts for a common password', async () => {
  const filter = await Bun.file(filterFile).bytes()
  const texts = Array.from({ length: 50_000 }, (_, at) => `uma frase bem longa com o numero ${at}`)
  expect(texts.filter((text) => bloomFilterHas(filter, text)).length).toBeLessThan(50)
})
