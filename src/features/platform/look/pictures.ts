import { refuseUnparsed } from '../../../core/parsers/contract'
import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { changeStored } from './change'
import type { Look, PictureKind } from './model'
import type { DrawnPicture } from './picture-parser'

/**
 * Replaces the logo or the icon by one that is drawn anew from the uploaded picture. @throws ERR_PICTURE_UNREADABLE
 * (422), ERR_PICTURE_NOT_SQUARE (422) for an icon with unequal sides, ERR_RATE_LIMIT and ERR_NOT_READY while it cannot be drawn
 */
export async function replacePicture(scope: Scope, outer: Platform, kind: PictureKind, content: string): Promise<Look> {
  const bytes = bytesOf(content)
  const drawing = scope.ports.parsers.run(scope.companyId, 'look.draw', { bytes, kind })
  const drawn = await drawing.catch(refuseUnparsed('ERR_PICTURE_UNREADABLE'))
  if ('faulty' in drawn)
    throw new AppError(drawn.faulty === 'notSquare' ? 'ERR_PICTURE_NOT_SQUARE' : 'ERR_PICTURE_UNREADABLE')
  return changeStored(scope, outer, {}, async (platform, lookId) => {
    await deletePictures(platform, lookId, kind)
    await platform.db
      .insertInto('look_pictures')
      .values(drawn.pictures.map(rowOf(lookId, kind)))
      .execute()
  })
}

/** Removes the logo or the icon; the product's own is shown again. */
export const removePicture = (scope: Scope, outer: Platform, kind: PictureKind): Promise<Look> =>
  changeStored(scope, outer, {}, (platform, lookId) => deletePictures(platform, lookId, kind))

const deletePictures = ({ db }: Platform, lookId: number, kind: PictureKind) =>
  db.deleteFrom('look_pictures').where('lookId', '=', lookId).where('kind', '=', kind).execute()

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
