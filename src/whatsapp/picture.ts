import { AppError } from '../shared/errors'
import { isTrusted, type MediaTrust, request, wholeFile } from './transfer'

/** Downloads a profile picture, which is not encrypted. @throws MediaGone, ERR_TOO_LARGE, ERR_WAPP_DOWNLOAD_MEDIA */
export async function fetchPicture(url: string, toPath: string, maxBytes: number, trust: MediaTrust): Promise<void> {
  const address = URL.parse(url)
  if (!address || !isTrusted(address, trust)) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
  await wholeFile(toPath, maxBytes, async (write) => {
    for await (const bytes of await request(address.href, maxBytes, trust)) await write(bytes)
  })
}
