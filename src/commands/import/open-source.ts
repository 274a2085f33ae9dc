import type { Platform } from '../../core/scope'
import { UserError } from '../../core/user-error'
import { type ChatwootAccount, ChatwootClient } from '../../features/provider/former-system/chatwoot/client'
import { ChatwootSource } from '../../features/provider/former-system/chatwoot/source'
import type { ConvertRequest } from '../../features/provider/former-system/convert'
import { dumpSource } from '../../features/provider/former-system/source'

/** The former system by the command line and the environment. */
export interface FormerPlace {
  /** Path of a dump, or address of an account of Chatwoot. */
  name: string
  files: string | null
  /** Access token of an administrator of that account. */
  token: string | undefined
}

/** The source of the command line, with the folder of its files. @throws UserError */
export function openSource(
  { ports }: Platform,
  { name, files, token }: FormerPlace,
  work: string,
): Pick<ConvertRequest, 'source' | 'files'> {
  if (!/^https?:/.test(name)) return { source: dumpSource(name), files }
  const source = new ChatwootSource(new ChatwootClient(ports.outside, accountOf(name, token)), work)
  return { source, files: source.files }
}

/** @throws UserError for an address without an account, and without a token */
function accountOf(name: string, token: string | undefined): ChatwootAccount {
  const address = URL.parse(name)
  const id = /\/accounts\/(\d+)/.exec(address?.pathname ?? '')?.[1]
  if (!address || !id)
    throw new UserError(
      `${name} names no account: open Chatwoot and copy an address such as https://chat.example.com/app/accounts/1`,
    )
  if (!token)
    throw new UserError(
      'set BALCAO_IMPORT_TOKEN to the access token in the profile of an administrator of that account',
    )
  return { origin: address.origin, id: Number(id), token }
}
