import { useState } from 'react'
import { type Language, languages } from '../../../../src/shared/enums'
import { FieldShell } from '../../../components/field'
import { BareSelect } from '../../../components/select'
import { api, unwrapResponse } from '../../../lib/api'
import { languageNames } from '../../../lib/language-names'
import { updateMe, useMe } from '../../../lib/session'
import { zoneChoices } from '../../../lib/time-zones'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'

/** Time zone and language of the company. */
export function LocaleOptions() {
  const { t } = useTranslation()
  const { company } = useMe()
  const [zones] = useState(() => zoneChoices(company.timeZone))
  const store = async (change: { timeZone?: string; language?: Language }) => {
    const before = company
    updateMe({ company: { ...company, ...change } })
    try {
      await unwrapResponse(api.companies({ id: company.id }).locale.put(change))
      toastSuccess(t('settings.saved'))
    } catch (failure) {
      updateMe({ company: before })
      toastError(failure)
    }
  }
  return (
    <>
      <FieldShell label={t('settings.timeZone')} hint={t('settings.timeZoneHint')} problem={null} className="max-w-sm">
        {(control) => (
          <BareSelect
            {...control}
            value={company.timeZone}
            choices={zones}
            onChange={(timeZone) => void store({ timeZone })}
          />
        )}
      </FieldShell>
      <FieldShell label={t('settings.language')} hint={t('settings.languageHint')} problem={null} className="max-w-sm">
        {(control) => (
          <BareSelect
            {...control}
            value={company.language}
            choices={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={(language) => void store({ language: language as Language })}
          />
        )}
      </FieldShell>
    </>
  )
}
