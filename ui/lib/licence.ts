import i18n from 'i18next'
import { useLive } from './realtime'
import { me, updateMe } from './session'
import { dueDay } from './time'
import { toastSuccess } from './toast'

/** Updates the licence date and shows a toast when a payment is completed, on any screen. */
export function useLicenceLive() {
  useLive(
    {
      payment(event) {
        const company = me.peek()?.company
        if (event.action !== 'CONCLUIDA' || !company) return
        const { dueDate } = event.company
        updateMe({ company: { ...company, dueDate, worksUntil: dueDate, trialExpiration: null } })
        toastSuccess(i18n.t('financeiro.renewed', { date: dueDay(dueDate) }))
      },
    },
    () => undefined,
  )
}
