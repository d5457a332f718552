// Help: the keyboard, and how the page looks.

import { bindings } from '../state/keys.js'
import { useStore } from '../state/store.js'
import { choose, type Theme, theme } from '../state/theme.js'
import { Dialog } from './dialog.js'

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'Like the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

export function Help({ onClose }: { onClose: () => void }) {
  const now = useStore(theme)
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="keys">
        {bindings.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <fieldset className="themes">
        <legend>Appearance</legend>
        {themes.map(([name, label]) => (
          <label key={name}>
            <input type="radio" name="theme" checked={now === name} onChange={() => choose(name)} /> {label}
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
