import { bloomFilterHas } from '../../../../core/bloom-filter'
import file from './common-passwords.bin' with { type: 'file' }

let filter: Promise<Uint8Array> | undefined

/**
 * Returns true for a common password, given in lower case, and for one of 10,000 others (docs/adr/0063). The filter is
 * built by scripts/common-passwords.ts.
 */
export async function isCommon(password: string): Promise<boolean> {
  filter ??= Bun.file(file).bytes()
  return bloomFilterHas(await filter, password)
}
