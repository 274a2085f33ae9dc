import i18n from 'i18next'
import type { CreatedInvitation, Invitation, NewInvitation } from '../../../../src/features/accounts/invitations/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { toastError, toastSuccess } from '../../../lib/toast'

/** Open invitations of the company, the newest first. */
export const invitations = createList<Invitation>({
  compare: (a, b) => b.id - a.id,
  load: async () => ({ rows: (await unwrapResponse(api.invitations.get())).invitations, hasMore: false }),
})

/** Creates an invitation. @throws AppError */
export async function invite(input: NewInvitation): Promise<CreatedInvitation> {
  const created = await unwrapResponse<CreatedInvitation>(api.invitations.post(input))
  invitations.receiveEvent(created.invitation)
  return created
}

export async function revoke({ id }: Invitation, label: string) {
  const isConfirmed = await confirm({
    title: i18n.t('invitations.revokeTitle', { name: label }),
    text: i18n.t('invitations.revokeText'),
    action: i18n.t('invitations.revoke'),
    danger: true,
  })
  if (!isConfirmed) return
  await unwrapResponse(api.invitations({ id }).delete()).then(() => {
    invitations.drop(id)
    toastSuccess(i18n.t('invitations.revoked'))
  }, toastError)
}
