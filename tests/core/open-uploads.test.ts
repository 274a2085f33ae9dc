import { expect, test } from 'bun:test'
import { OpenUploads } from '../../src/core/http/open-uploads'

/** Begins uploads of a person that do not end, and returns the end of them all. */
function beginUploads(uploads: OpenUploads, person: { companyId: number; userId: number }, count: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const runs = Array.from({ length: count }, () => uploads.run(person, () => promise))
  return async () => {
    resolve()
    await Promise.all(runs)
  }
}
const now = async () => 'stored'
const refusal = { code: 'ERR_BUDGET', detail: { budget: 'uploads', retryAfter: 5 } }

test('the 11th upload in progress of a person is refused and counted, until one of the others has ended', async () => {
  const uploads = new OpenUploads()
  const bob = { companyId: 1, userId: 1 }
  const end = beginUploads(uploads, bob, 10)
  await expect(uploads.run(bob, now)).rejects.toMatchObject(refusal)
  expect(uploads.refused).toBe(1)
  expect(await uploads.run({ companyId: 1, userId: 2 }, now)).toBe('stored')
  await end()
  expect(await uploads.run(bob, now)).toBe('stored')
  expect(uploads.refused).toBe(1)
})

test('the 51st upload in progress of a company is refused, and one of another company is not', async () => {
  const uploads = new OpenUploads()
  const ends = [1, 2, 3, 4, 5].map((userId) => beginUploads(uploads, { companyId: 1, userId }, 10))
  await expect(uploads.run({ companyId: 1, userId: 6 }, now)).rejects.toMatchObject(refusal)
  expect(await uploads.run({ companyId: 2, userId: 7 }, now)).toBe('stored')
  for (const end of ends) await end()
})

test('an upload that fails frees its place', async () => {
  const uploads = new OpenUploads()
  const fail = () => uploads.run({ companyId: 1, userId: 1 }, () => Promise.reject(new Error('aborted')))
  for (let n = 0; n < 11; n++) await expect(fail()).rejects.toThrow('aborted')
})
