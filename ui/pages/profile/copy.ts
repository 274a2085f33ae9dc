import i18n from 'i18next'
import { toastSuccess } from '../../lib/toast'

/** Without a clipboard (plain http) there is nothing to copy to; the text stands there to be marked. */
export const copy = (text: string) =>
  void navigator.clipboard?.writeText(text).then(
    () => toastSuccess(i18n.t('common.copied')),
    () => undefined,
  )
