import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Passkey } from '../../../../src/features/accounts/passkeys/model'
import { api, unwrapResponse } from '../../../lib/api'
import { createPasskey } from '../../../lib/passkeys'
import { updateMe } from '../../../lib/session'
import { toastSuccess } from '../../../lib/toast'

/** Second factors of the signed-in user; null until loaded. */
export const factors = signal<{ app: boolean; passkeys: Passkey[] } | null>(null)

export async function loadFactors() {
  const [{ app }, { passkeys }] = await Promise.all([
    unwrapResponse(api.auth['second-factor'].get()),
    unwrapResponse(api.auth.passkeys.get()),
  ])
  factors.value = { app, passkeys }
}

/** Makes a passkey on this device and stores it. Returns recovery codes when it is the first second factor. */
export async function addPasskey({ name, password }: { name: string; password: string }): Promise<string[]> {
  const { state, options } = await unwrapResponse(api.auth.passkeys.options.post({ password }))
  const response = await createPasskey(options)
  const { recoveryCodes } = await unwrapResponse(api.auth.passkeys.post({ state, name: name.trim(), response }))
  return recoveryCodes
}

export async function renamePasskey({ id }: Passkey, name: string) {
  await unwrapResponse(api.auth.passkeys({ id }).put({ name: name.trim() }))
  await loadFactors()
  toastSuccess(i18n.t('passkeys.renamed'))
}

export async function removePasskey({ id }: Passkey, password: string) {
  await unwrapResponse(api.auth.passkeys({ id }).remove.post({ password }))
  await loadFactors()
  updateMe({ secondFactor: Boolean(factors.peek()?.app || factors.peek()?.passkeys.length) })
  toastSuccess(i18n.t('passkeys.removed'))
}
