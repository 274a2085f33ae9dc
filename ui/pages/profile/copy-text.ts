import i18n from 'i18next'
import { toastSuccess } from '../../lib/toast'

/** Copies a text. Without https there is no clipboard; the text can be selected instead. */
export const copyText = (text: string) =>
  void navigator.clipboard?.writeText(text).then(
    () => toastSuccess(i18n.t('common.copied')),
    () => undefined,
  )
