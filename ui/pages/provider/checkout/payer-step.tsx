import { documentMask, isHome, zipMask } from '../../../../src/shared/document'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { PayerForm } from './payer-form'

/** Step one: payer and address. */
export function PayerStep({ form, needsDocument }: { form: PayerForm; needsDocument: boolean }) {
  const { t } = useTranslation()
  const isBrazil = isHome(useValue(form.field('country').value))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField field={form.field('firstName')} label={t('checkout.firstName')} autoComplete="given-name" autoFocus />
      <TextField field={form.field('lastName')} label={t('checkout.lastName')} autoComplete="family-name" />
      <TextField
        field={form.field('document')}
        label={t('checkout.document')}
        hint={needsDocument ? t('checkout.documentNeeded') : t('checkout.documentHint')}
        optional={!needsDocument}
        mask={documentMask}
        className="sm:col-span-2"
      />
      <TextField
        field={form.field('address')}
        label={t('checkout.address')}
        autoComplete="street-address"
        maxLength={limits.payerAddress.max}
        className="sm:col-span-2"
      />
      <TextField field={form.field('city')} label={t('checkout.city')} autoComplete="address-level2" />
      <TextField field={form.field('state')} label={t('checkout.state')} autoComplete="address-level1" />
      <TextField
        field={form.field('zipcode')}
        label={t('checkout.zipcode')}
        autoComplete="postal-code"
        inputMode={isBrazil ? 'numeric' : 'text'}
        placeholder={isBrazil ? '00000-000' : undefined}
        mask={isBrazil ? zipMask : undefined}
      />
      <TextField field={form.field('country')} label={t('checkout.country')} autoComplete="country-name" />
    </div>
  )
}
