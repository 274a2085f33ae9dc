import type { Scope } from '../../core/scope'
import { discard, registerFile, saveStream } from './files'

const largest = 2 * 1024 * 1024

/** Keeps a copy of a picture WhatsApp gave the address of; `use` runs in the transaction that makes its row. */
export async function savePicture(scope: Scope, url: string, use: (scope: Scope, mediaId: string) => Promise<void>) {
  if (!url.startsWith('https://')) throw new Error('a picture is fetched by https only')
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(15_000) })
  if (!response.ok || !response.body) throw new Error(`a picture was answered with ${response.status}`)
  const file = await saveStream(scope, response.body, 'picture', largest)
  try {
    if (!/^image\/(jpeg|png|webp)$/.test(file.mime)) throw new Error(`a picture turned out to be ${file.mime}`)
    await scope.transaction(async (scope) => {
      registerFile(scope, file)
      await use(scope, file.id)
    })
  } catch (error) {
    await discard(scope.ports.media.absolute(file.path))
    throw error
  }
}
