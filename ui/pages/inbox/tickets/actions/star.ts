import { api, unwrapResponse } from '../../../../lib/api'
import { toastError } from '../../../../lib/toast'
import { applyStar, isStarred } from '../store/stars'

/** Stars a message for the user, or removes the star, at once; a refusal restores what was shown. */
export async function toggleStar(id: number) {
  const starred = !isStarred(id)
  applyStar(id, starred)
  try {
    const star = api.stars({ id })
    await unwrapResponse(starred ? star.put() : star.delete())
  } catch (failure) {
    applyStar(id, !starred)
    toastError(failure)
  }
}
