// Preloaded into the command by tests: keeps what V8 compiles of it in a folder, for the thousands of processes after the first one. It runs
// the same code as without; compiling it is a third of what a short command costs. Newer versions of node can do this by themselves
// (`NODE_COMPILE_CACHE`), the oldest that parley runs on cannot.

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const vm = require('node:vm')

const folder = process.env.PARLEY_TEST_CODE ?? ''
delete process.env.PARLEY_TEST_CODE
// A command compiles what it uses, so each has code of its own.
const command = /^[a-z]+$/.exec(process.argv[2] ?? '')?.[0] ?? 'none'
const compiled = []

if (folder !== '') {
  const compile = Module.prototype._compile
  Module.prototype._compile = function (source, filename) {
    if (!filename.endsWith('.cjs')) return compile.call(this, source, filename)
    const script = scriptOf(source, filename)
    const require = Module.createRequire(filename)
    return script
      .runInThisContext()
      .call(this.exports, this.exports, require, this, filename, path.dirname(filename))
  }
  // A process that is to be killed counts its writes: it only reads what others kept.
  if (!process.env.NODE_OPTIONS) process.on('exit', keep)
}

/** Named by the text itself: V8 compares no more than its length. */
function scriptOf(source, filename) {
  const file = path.join(folder, `${createHash('sha1').update(source).digest('hex')}-${command}`)
  const cachedData = read(file)
  const script = new vm.Script(Module.wrap(source), {
    filename,
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  if (cachedData === undefined || script.cachedDataRejected) compiled.push({ file, script })
  return script
}

function read(file) {
  try {
    return fs.readFileSync(file)
  } catch {
    return undefined
  }
}

/** At the end, when every function that was called is compiled. A user without rights, and a full disk, keep nothing. */
function keep() {
  for (const { file, script } of compiled) {
    try {
      fs.writeFileSync(`${file}.${process.pid}`, script.createCachedData())
      fs.renameSync(`${file}.${process.pid}`, file)
    } catch {
      return
    }
  }
}
