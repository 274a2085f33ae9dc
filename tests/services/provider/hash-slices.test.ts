import { expect, spyOn, test } from 'bun:test'
import { workSlices } from '../../../src/core/process/work-slices'
import { saveStream } from '../../../src/features/platform/media/files'
import { createInstallation } from '../../installation'

const mebibyte = 2 ** 20

async function* inOneChunk(bytes: Uint8Array) {
  yield bytes
}

test('a chunk of 8 MiB is read in 32 pieces and hashed in 128, between which other companies get their turn', async () => {
  const { scopeOf } = await createInstallation()
  const bytes = crypto.getRandomValues(new Uint8Array(65_536))
  const chunk = Buffer.concat(Array.from({ length: 128 }, () => bytes))
  const pause = spyOn(workSlices, 'pause')
  const { sha256, size } = await saveStream(scopeOf('ana'), inOneChunk(chunk), 'a.bin')
  const pauses = pause.mock.calls.length
  pause.mockRestore()
  expect([size, sha256]).toEqual([8 * mebibyte, new Bun.SHA256().update(chunk).digest('hex')])
  expect(pauses).toBe(32 + 128)
})
