import { useEffect, useState } from 'react'
import type { Look } from '../../../../../src/features/platform/look/model'
import { limits } from '../../../../../src/shared/limits'
import { ErrorState } from '../../../../components/error-state'
import { TextField } from '../../../../components/field'
import { PageForm } from '../../../../components/page-form'
import { BoxedSkeleton } from '../../../../components/skeleton'
import { api, unwrapResponse } from '../../../../lib/api'
import { applyLook } from '../../../../lib/look'
import { toastSuccess } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { ColorChoice } from './color-choice'
import { type LookFields, makeLookForm } from './look-form'
import { PictureField } from './picture-field'

/** Name, colour, pictures and support contact that the provider gives the product. */
export function LookTab() {
  const [loaded, setLoaded] = useState<Look | { failure: unknown } | null>(null)
  const load = () => {
    unwrapResponse(api.look.get()).then(setLoaded, (failure) => setLoaded({ failure }))
  }
  useEffect(load, [])
  if (!loaded) return <BoxedSkeleton rows={4} />
  if ('failure' in loaded) return <ErrorState failure={loaded.failure} onRetry={load} />
  const show = (look: Look) => {
    setLoaded(look)
    applyLook(look)
  }
  return (
    <div className="flex flex-col gap-4">
      <Pictures look={loaded} onSaved={show} />
      <Words look={loaded} onSaved={show} />
    </div>
  )
}

interface PartProps {
  look: Look
  onSaved: (look: Look) => void
}

const card = 'flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6'

function Pictures({ look, onSaved }: PartProps) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="look-pictures" className={card}>
      <h2 id="look-pictures" className="font-semibold text-lg">
        {t('look.pictures')}
      </h2>
      <PictureField kind="icon" address={look.icons['192'] ?? ''} onSaved={onSaved} />
      <PictureField kind="logo" address={look.logo} onSaved={onSaved} />
    </section>
  )
}

function Words({ look, onSaved }: PartProps) {
  const { t } = useTranslation()
  const [form] = useState(() => makeLookForm(look))
  const send = async (values: LookFields) => {
    const saved = await unwrapResponse(api.look.put(values))
    toastSuccess(t('look.saved'))
    form.receiveLook(saved)
    onSaved(saved)
  }
  const { look: most } = limits
  return (
    <PageForm name="look" form={form} send={send} className={card}>
      <h2 className="font-semibold text-lg">{t('look.words')}</h2>
      <TextField
        field={form.field('name')}
        optional
        label={t('look.name')}
        hint={t('look.nameHint')}
        maxLength={most.name}
        autoComplete="off"
      />
      <ColorChoice field={form.field('color')} />
      <h2 className="mt-2 font-semibold text-lg">{t('look.supportTitle')}</h2>
      <p className="-mt-3 text-muted text-sm">{t('look.supportLead')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          field={form.field('supportPhone')}
          optional
          label={t('look.supportPhone')}
          hint={t('look.supportPhoneHint')}
          type="tel"
          maxLength={most.supportPhone}
        />
        <TextField
          field={form.field('supportEmail')}
          optional
          label={t('look.supportEmail')}
          type="email"
          maxLength={most.supportEmail}
        />
      </div>
      <TextField
        field={form.field('supportUrl')}
        optional
        label={t('look.supportUrl')}
        hint={t('look.supportUrlHint')}
        type="url"
        maxLength={most.supportUrl}
      />
      <TextField
        field={form.field('supportText')}
        optional
        label={t('look.supportText')}
        hint={t('look.supportTextHint')}
        maxLength={most.supportText}
      />
    </PageForm>
  )
}
