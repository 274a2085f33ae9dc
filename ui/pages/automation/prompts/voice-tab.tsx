import { Volume2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Prompt, VoiceTestResult } from '../../../../src/features/automation/prompts/model'
import type { AppError } from '../../../../src/shared/errors'
import { isVoice } from '../../../../src/shared/voices'
import { Button } from '../../../components/button'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { VoiceFields } from '../../../voice-fields/voice-fields'
import { costText, numberText } from './cost-text'
import { type PromptForm, promptInput } from './prompt-form'
import { FailedTest, RefusedTest } from './test-failure'

/** Voice of the answers, with a button to hear it. */
export function VoiceTab({ form, prompt }: { form: PromptForm; prompt: Prompt | null }) {
  const [voice, region, voiceKey] = [form.field('voice'), form.field('voiceRegion'), form.field('voiceKey')]
  const speaks = isVoice(useValue(voice.value))
  const hasStoredKey = prompt !== null && prompt.voiceKey !== ''
  return (
    <>
      <VoiceFields voice={voice} region={region} voiceKey={voiceKey} hasStoredKey={hasStoredKey} />
      {speaks && <Listen form={form} promptId={prompt?.id} />}
    </>
  )
}

/** Has the voice that the form names speak a sentence. */
function Listen({ form, promptId }: { form: PromptForm; promptId: number | undefined }) {
  const { t } = useTranslation()
  const { isBusy, result, failure, run } = useVoiceTest(form, promptId)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={<Volume2 aria-hidden />} busy={isBusy} onClick={() => void run()}>
          {t('prompts.listen')}
        </Button>
        <p className="min-w-0 flex-1 basis-48 text-muted text-sm">{t('prompts.listenHint')}</p>
      </div>
      {failure && <RefusedTest failure={failure} invalid={t('prompts.listenInvalid')} />}
      {result && <Result result={result} />}
    </div>
  )
}

function useVoiceTest(form: PromptForm, promptId: number | undefined) {
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<VoiceTestResult | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const run = async () => {
    setBusy(true)
    setResult(null)
    setFailure(null)
    const { voice, voiceRegion = '', voiceKey } = promptInput(form.values())
    try {
      if (!voice || !isVoice(voice)) return
      const asked = { voice, voiceRegion, voiceKey, promptId }
      setResult(await unwrapResponse<VoiceTestResult>(api.prompt['test-voice'].post(asked)))
    } catch (thrown) {
      setFailure(asFailure(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, result, failure, run }
}

function Result({ result: { outcome, audio, detail, characters, cost, durationMs } }: { result: VoiceTestResult }) {
  const { t } = useTranslation()
  const url = useAudioUrl(audio)
  if (outcome !== 'answered') return <FailedTest outcome={outcome} detail={detail} />
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/useMediaCaption: the sentence is an example without meaning of its own */}
      {url && <audio controls autoPlay src={url} aria-label={t('prompts.listen')} className="w-full" />}
      <p className="text-muted text-sm tabular-nums">
        {t('prompts.speechFigures', {
          characters: numberText(characters),
          cost: costText(cost),
          seconds: numberText(durationMs / 1000, 1),
        })}
      </p>
    </div>
  )
}

/** Address of the audio for as long as it is shown; the content security policy allows `blob:`, not `data:`. */
function useAudioUrl(base64: string): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (base64 === '') return
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const made = URL.createObjectURL(new Blob([bytes], { type: 'audio/ogg' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [base64])
  return url
}
