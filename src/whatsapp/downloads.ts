import type { WAMessage } from '@whiskeysockets/baileys'
import { workMarks } from '../core/process/work-marks'
import { AppError } from '../shared/errors'
import { download } from './media'
import { fetchPicture } from './picture'
import type { SharedContext } from './session-context'
import { MediaGone, type MediaTrust } from './transfer'

/** Timeout in ms for the phone's new upload of a file. */
const reuploadWait = 30_000

/** Downloads from WhatsApp's media hosts; only a new upload of a file needs a session. */
export class Downloads {
  constructor(private readonly shared: Pick<SharedContext, 'options' | 'load'>) {}

  /**
   * As `WhatsApp.downloadMedia`. @param requestUpload asks the phone to upload the file of an encoded message again, and
   * returns the message with the new address
   */
  async media(
    bytes: Uint8Array,
    toPath: string,
    maxBytes: number,
    requestUpload: (bytes: Uint8Array) => Promise<Uint8Array>,
  ) {
    const baileys = await this.shared.load()
    const fetchFile = (encoded: Uint8Array) => {
      const message = baileys.proto.WebMessageInfo.decode(encoded) as WAMessage
      return workMarks.whileAway(download(baileys, message, toPath, maxBytes, this.trust))
    }
    try {
      await fetchFile(bytes)
    } catch (error) {
      if (!(error instanceof MediaGone)) throw error
      const late = Bun.sleep(reuploadWait).then(() => Promise.reject(new AppError('ERR_WAPP_DOWNLOAD_MEDIA')))
      const again = await Promise.race([requestUpload(bytes), late]).catch(unlessGone)
      await fetchFile(again).catch(unlessGone)
    }
  }

  /** Downloads a profile picture; false without an address. */
  async picture(url: string | null, toPath: string, maxBytes: number): Promise<boolean> {
    if (!url) return false
    await fetchPicture(url, toPath, maxBytes, this.trust).catch(unlessGone)
    return true
  }

  private get trust(): MediaTrust {
    const { ca, url } = this.shared.options
    return { ca: ca ?? null, anyHost: !!url }
  }
}

function unlessGone(error: unknown): never {
  throw error instanceof AppError ? error : new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
}
