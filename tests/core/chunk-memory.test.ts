import { expect, test } from 'bun:test'
import { freeingChunks } from '../../src/core/process/chunk-memory'

async function* streamOf(chunks: Uint8Array<ArrayBuffer>[]) {
  yield* chunks
}
const sizesOf = (chunks: Uint8Array[]) => chunks.map(({ buffer }) => buffer.byteLength)

test('freeingChunks frees a chunk when the next one is asked for', async () => {
  const chunks = [new Uint8Array([1, 2]), new Uint8Array([3, 4])]
  const seen: [bytes: number[], sizes: number[]][] = []
  for await (const chunk of freeingChunks(streamOf(chunks))) seen.push([[...chunk], sizesOf(chunks)])
  expect(seen).toEqual([
    [
      [1, 2],
      [2, 2],
    ],
    [
      [3, 4],
      [0, 2],
    ],
  ])
  expect(sizesOf(chunks)).toEqual([0, 0])
})

test('freeingChunks leaves a buffer that several chunks share', async () => {
  const { buffer } = new Uint8Array([1, 2, 3, 4])
  const chunks = [new Uint8Array(buffer, 0, 2), new Uint8Array(buffer, 2, 2)]
  const seen: number[][] = []
  for await (const chunk of freeingChunks(streamOf(chunks))) seen.push([...chunk])
  expect(seen).toEqual([
    [1, 2],
    [3, 4],
  ])
})
