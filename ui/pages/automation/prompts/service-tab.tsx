import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { PasswordField } from '../../../components/password-field'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { ModelField } from './model-field'
import { isNamedModel } from './models'
import type { PromptForm } from './prompt-form'

/** Model, key, address and prices of the service that answers. */
export function ServiceTab({ form }: { form: PromptForm }) {
  const { t } = useTranslation()
  const isPriced = isNamedModel(useValue(form.field('model').value))
  const priceHint = t(isPriced ? 'prompts.priceHint' : 'prompts.noPriceHint')
  return (
    <>
      <ModelField field={form.field('model')} />
      <PasswordField
        field={form.field('apiKey')}
        label={t('prompts.apiKey')}
        hint={t('prompts.apiKeyHint')}
        autoComplete="new-password"
      />
      <TextField
        field={form.field('baseUrl')}
        label={t('prompts.baseUrl')}
        hint={t('prompts.baseUrlHint')}
        maxLength={limits.serviceUrl.max}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          field={form.field('inputPrice')}
          label={t('prompts.inputPrice')}
          hint={priceHint}
          autoComplete="off"
          optional
        />
        <TextField
          field={form.field('outputPrice')}
          label={t('prompts.outputPrice')}
          hint={priceHint}
          autoComplete="off"
          optional
        />
      </div>
    </>
  )
}
