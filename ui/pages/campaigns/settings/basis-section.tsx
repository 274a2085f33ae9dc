import { campaignBases } from '../../../../src/shared/enums'
import { Select } from '../../../components/select'
import { useTranslation } from '../../../lib/use-translation'
import { Section } from './section'
import type { SettingsForm } from './settings-form'

/** Basis that a new campaign begins with, and that campaigns of programs without one get. */
export function BasisSection({ form }: { form: SettingsForm }) {
  const { t } = useTranslation()
  const none = { value: '', label: t('campaignConfig.noBasis') }
  return (
    <Section title={t('campaignConfig.basis')} hint={t('campaignConfig.basisHint')}>
      <div className="px-4 py-3">
        <Select
          field={form.field('basis')}
          label={t('campaigns.basis')}
          choices={[none, ...campaignBases.map((value) => ({ value, label: t(`campaigns.bases.${value}`) }))]}
        />
      </div>
    </Section>
  )
}
