import i18n from 'i18next'
import { useLive } from './realtime'
import { me, updateMe } from './session'
import { dueDay } from './time'
import { toastSuccess } from './toast'

/** Wherever somebody of the company is: the licence goes on, and they are told. */
export function useLicenceLive() {
  useLive(
    {
      payment(event) {
        const company = me.peek()?.company
        if (event.action !== 'CONCLUIDA' || !company) return
        const { dueDate } = event.company
        updateMe({ company: { ...company, dueDate } })
        toastSuccess(i18n.t('financeiro.renewed', { date: dueDay(dueDate) }))
      },
    },
    () => undefined,
  )
}
