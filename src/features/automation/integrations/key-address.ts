import { AppError } from '../../../shared/errors'
import { originOf } from '../../../shared/flow/secrets'

/** Ends of the hosts of Dialogflow's regions: any of them may receive what Google's key opens. */
const googleHosts = '.googleapis.com'

/**
 * True if a stored Google key may serve another address: the same host, or a region of Google. Otherwise an admin could
 * read access tokens of the key by changing the address.
 */
export const keyMayMove = (from: string, to: string): boolean =>
  (isGoogle(from) && isGoogle(to)) || (originOf(from) !== '' && originOf(from) === originOf(to))

/** @throws ERR_PROMPT_KEY for a stored key and an address for which it was not typed */
export function assertKeyMayMove(from: string, to: string) {
  if (!keyMayMove(from, to)) throw new AppError('ERR_PROMPT_KEY', { fields: ['jsonContent'] })
}

/** An empty address is Google's global one. */
const isGoogle = (address: string) =>
  address.trim() === '' || (originOf(address).startsWith('https://') && originOf(address).endsWith(googleHosts))
