// Preloaded into the command by tests: its clock goes ahead by the given milliseconds. The command itself knows nothing of this.

const ahead = Number(process.env.PARLEY_TEST_CLOCK_AHEAD ?? '0')
const now = Date.now

globalThis.Date = class extends Date {
  constructor(...given) {
    if (given.length === 0) super(now() + ahead)
    else super(...given)
  }

  static now() {
    return now() + ahead
  }
}
