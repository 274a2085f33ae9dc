import { Button } from '../components/button'
import { Slider } from '../components/slider'
import { playSound } from '../lib/sound'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { setVolume, volume } from '../lib/volume'

/** Volume slider from 0 to 1 in steps of 0.1, with a button that plays a sound. */
export function VolumeControl() {
  const { t } = useTranslation()
  const value = useValue(volume)
  const valueText = t('shell.volumeValue', { percent: Math.round(value * 100) })
  return (
    <div className="flex flex-col gap-1">
      <p className="flex justify-between gap-4 text-sm">
        <span className="font-medium">{t('shell.volume')}</span>
        <span className="text-faint tabular-nums">{valueText}</span>
      </p>
      <Slider
        label={t('shell.volume')}
        value={value}
        min={0}
        max={1}
        step={0.1}
        valueText={valueText}
        onChange={setVolume}
      />
      <Button size="sm" variant="quiet" disabled={value === 0} onClick={() => playSound('message')}>
        {t('shell.testSound')}
      </Button>
    </div>
  )
}
