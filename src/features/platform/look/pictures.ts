import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { recordLook, storeLook } from './change'
import type { Look, PictureKind } from './model'
import type { DrawnPicture } from './picture-parser'
import { readLook } from './read'

/**
 * Replaces the logo or the icon by one that is drawn anew from the uploaded picture. @throws ERR_PICTURE_UNREADABLE
 * (422), ERR_PICTURE_NOT_SQUARE (422) for an icon with unequal sides
 */
export async function replacePicture(scope: Scope, outer: Platform, kind: PictureKind, content: string): Promise<Look> {
  const bytes = bytesOf(content)
  const drawn = await scope.ports.parsers.run(scope.companyId, 'look.draw', { bytes, kind }).catch(() => null)
  if (!drawn || 'faulty' in drawn)
    throw new AppError(drawn?.faulty === 'notSquare' ? 'ERR_PICTURE_NOT_SQUARE' : 'ERR_PICTURE_UNREADABLE')
  return outer.transaction(async (platform) => {
    const before = await readLook(platform)
    const lookId = await storeLook(platform, {})
    await platform.db.deleteFrom('look_pictures').where('lookId', '=', lookId).where('kind', '=', kind).execute()
    await platform.db
      .insertInto('look_pictures')
      .values(drawn.pictures.map(rowOf(lookId, kind)))
      .execute()
    const after = await readLook(platform)
    await recordLook(scope, platform, before, after)
    return after
  })
}

/** Removes the logo or the icon; the product's own is shown again. */
export async function removePicture(scope: Scope, outer: Platform, kind: PictureKind): Promise<Look> {
  return outer.transaction(async (platform) => {
    const before = await readLook(platform)
    const lookId = await storeLook(platform, {})
    await platform.db.deleteFrom('look_pictures').where('lookId', '=', lookId).where('kind', '=', kind).execute()
    const after = await readLook(platform)
    await recordLook(scope, platform, before, after)
    return after
  })
}

const rowOf =
  (lookId: number, kind: PictureKind) =>
  ({ side, png }: DrawnPicture) => ({
    lookId,
    kind,
    side,
    hash: new Bun.CryptoHasher('sha256').update(png).digest('hex'),
    content: png.toBase64(),
  })

function bytesOf(content: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(content)
  } catch {
    throw new AppError('ERR_PICTURE_UNREADABLE')
  }
}
