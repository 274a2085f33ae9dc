import { type Ref, useId, useRef, useState } from 'react'
import type { Look, PictureKind } from '../../../../../src/features/platform/look/model'
import { AppError } from '../../../../../src/shared/errors'
import { limits } from '../../../../../src/shared/limits'
import { Button } from '../../../../components/button'
import { confirm } from '../../../../components/confirm'
import { api, unwrapResponse } from '../../../../lib/api'
import { base64Of } from '../../../../lib/base64'
import { errorText, toastSuccess } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'

interface PictureFieldProps {
  kind: PictureKind
  /** Path of the present picture; empty for the product's own. */
  address: string
  onSaved: (look: Look) => void
}

/** Bytes of a file whose base64 has the most letters that the server takes. */
const maxBytes = Math.floor((limits.look.picture / 4) * 3)

/** The logo or the icon with buttons to replace and remove it. */
export function PictureField({ kind, address, onSaved }: PictureFieldProps) {
  const { t } = useTranslation()
  const name = useId()
  const choice = useRef<HTMLButtonElement>(null)
  const { isBusy, failure, choose, remove } = useStoredPicture(kind, onSaved, () => choice.current?.focus())
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-3" aria-labelledby={name}>
      <Preview kind={kind} address={address} />
      <div className="min-w-48 flex-1">
        <p id={name} className="font-medium text-sm">
          {t(`look.${kind}`)}
        </p>
        <p className="text-muted text-sm">{t(`look.${kind}Hint`)}</p>
        {failure !== null && (
          <p role="alert" className="text-danger-ink text-sm">
            {errorText(failure)}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <FileChoice
          ref={choice}
          label={t(`look.${kind}`)}
          text={t(address ? 'look.replace' : 'look.choose')}
          isBusy={isBusy}
          onChoose={choose}
        />
        {address && (
          <Button variant="quiet" busy={isBusy} onClick={() => void remove()}>
            {t('look.remove')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/**
 * Stores and removes the picture; `failure` is that of the last attempt, or null. `whenGone` moves the focus, because
 * the pressed button goes with the picture.
 */
function useStoredPicture(kind: PictureKind, onSaved: (look: Look) => void, whenGone: () => void) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const run = async (work: () => Promise<Look>) => {
    setBusy(true)
    setFailure(null)
    await work().then((look) => {
      toastSuccess(t('look.saved'))
      onSaved(look)
    }, setFailure)
    setBusy(false)
  }
  const choose = async (file: File) => {
    if (file.size > maxBytes) return setFailure(new AppError('ERR_TOO_LARGE'))
    const content = await base64Of(file)
    await run(() => unwrapResponse(api.look.pictures({ kind }).put({ content })))
  }
  const remove = async () => {
    const question = {
      title: t('look.removeTitle'),
      text: t('look.removeText'),
      action: t('look.remove'),
      danger: true,
    }
    if (!(await confirm(question))) return
    await run(() => unwrapResponse(api.look.pictures({ kind }).delete()))
    whenGone()
  }
  return { isBusy, failure, choose, remove }
}

interface FileChoiceProps {
  ref: Ref<HTMLButtonElement>
  label: string
  text: string
  isBusy: boolean
  onChoose: (file: File) => Promise<void>
}

/** Button that opens the browser's choice of a picture. */
function FileChoice({ ref, label, text, isBusy, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void onChoose(file)
        }}
      />
      <Button ref={ref} busy={isBusy} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  )
}

const Preview = ({ kind, address }: Pick<PictureFieldProps, 'kind' | 'address'>) => (
  <span className={kind === 'icon' ? 'size-12' : 'flex h-12 w-32 items-center justify-center'}>
    {address ? (
      <img src={address} alt="" className="max-h-full max-w-full rounded-md object-contain" />
    ) : (
      <span aria-hidden className="block size-full rounded-md border border-edge border-dashed" />
    )}
  </span>
)
