// The page of set-up in Chromium: with the keyboard alone, in light and dark, on a
// phone's width, in three languages, against a real provider on this machine.
//
// usage: page.mjs PLAN.json; the plan names clew, chromium, provider, log, out and the
// number of variants. Needs `script` of util-linux: set-up asks for a terminal.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const plan = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const EMBEDDER = 'all-minilm:l6-v2';
const DESCRIBER = 'minilm-extract';
const CANARY = 'k-canary-5ad1f00d';

const wide = { width: 1280, height: 860 };
const phone = { width: 360, height: 740 };
const VARIANTS = [
  { name: 'en-light-openapi', locale: 'en-US', scheme: 'light', size: wide, kind: 'openapi', saved: 'Saved.', ok: 'The provider answers.' },
  { name: 'ru-dark-phone-ollama', locale: 'ru-RU', scheme: 'dark', size: phone, kind: 'ollama', saved: 'Сохранено.', ok: 'Провайдер отвечает.' },
  { name: 'zh-light-phone-openapi', locale: 'zh-CN', scheme: 'light', size: phone, kind: 'openapi', saved: '已保存', ok: '提供方有应答' },
  { name: 'en-dark-ollama', locale: 'en-US', scheme: 'dark', size: wide, kind: 'ollama', saved: 'Saved.', ok: 'The provider answers.' },
  { name: 'ru-light-openapi', locale: 'ru-RU', scheme: 'light', size: wide, kind: 'openapi', saved: 'Сохранено.', ok: 'Провайдер отвечает.' },
  { name: 'zh-dark-ollama', locale: 'zh-CN', scheme: 'dark', size: wide, kind: 'ollama', saved: '已保存', ok: '提供方有应答' },
];

function check(holds, what) {
  if (!holds) throw new Error(what);
}

async function until(what, found, patience = 30_000) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await found();
    if (value) return value;
    check(Date.now() < end, `waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

// Set-up as a person starts it: in a terminal, with a "browser" that notes the address.
async function openSetup(stage) {
  fs.rmSync(stage, { recursive: true, force: true });
  fs.mkdirSync(path.join(stage, 'bin'), { recursive: true });
  fs.mkdirSync(path.join(stage, 'project'));
  const note = path.join(stage, 'address');
  const browser = path.join(stage, 'bin', 'xdg-open');
  fs.writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > '${note}.part' && mv '${note}.part' '${note}'\n`, { mode: 0o755 });
  const env = {
    ...process.env,
    PATH: `${path.join(stage, 'bin')}:${process.env.PATH}`,
    DISPLAY: ':99',
    DBUS_SESSION_BUS_ADDRESS: process.env.CLEW_E2E_KEYRING ? process.env.DBUS_SESSION_BUS_ADDRESS : 'unix:path=/nonexistent',
    CLEW_DATA_DIR: path.join(stage, 'data'),
    CLEW_STANDALONE: '1',
  };
  const options = { env, cwd: path.join(stage, 'project'), stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawn('script', ['-qec', `'${plan.clew}' setup --no-check-provider`, '/dev/null'], options);
  let said = '';
  child.stdout.on('data', (text) => { said += text; });
  child.stderr.on('data', (text) => { said += text; });
  const ended = new Promise((done) => child.on('exit', done));
  const address = await until('the page', () => {
    check(child.exitCode === null, `set-up ended early: ${said}`);
    return fs.existsSync(note) && fs.readFileSync(note, 'utf8');
  });
  return { address, child, ended, said: () => said };
}

// Tab until the wanted element has the focus; every stop must show that it has.
async function tabTo(page, id) {
  for (let step = 0; step < 40; step += 1) {
    const focused = await page.evaluate(() => {
      const node = document.activeElement;
      const style = getComputedStyle(node);
      return { id: node.id || node.name || node.tagName, outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 };
    });
    if (focused.id !== 'BODY') check(focused.outline, `the focus on ${focused.id} cannot be seen`);
    if (focused.id === id) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${id}`);
}

async function typeInto(page, id, text) {
  await tabTo(page, id);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

// Contrast of every visible text, and nothing wider than the window.
async function looks(page) {
  const poor = await page.evaluate(() => {
    const parts = (text) => text.match(/[\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((one) => one / 255).map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)).reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = (node) => {
      for (let one = node; one; one = one.parentElement) {
        const colour = parts(getComputedStyle(one).backgroundColor);
        if (colour.length === 3 || colour[3] > 0) return colour;
      }
      return [255, 255, 255];
    };
    const bad = [];
    for (const node of document.querySelectorAll('h1,h2,p,legend,span,button,input,textarea,select,output,li')) {
      if (!node.getClientRects().length) continue;
      const [one, other] = [light(parts(getComputedStyle(node).color)), light(behind(node))].sort((a, b) => b - a);
      const ratio = (one + 0.05) / (other + 0.05);
      if (ratio < 4.5) bad.push(`${node.tagName} ${node.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
      if (node.matches('input,select,textarea') && !node.labels?.length && !node.getAttribute('aria-label')) bad.push(`${node.id} has no label`);
      if (node.matches('span[data-t],p[data-t],button[data-t]') && !node.textContent.trim()) bad.push(`${node.dataset.t} has no text`);
    }
    if (document.documentElement.scrollWidth > window.innerWidth) bad.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${window.innerWidth}`);
    return bad;
  });
  check(poor.length === 0, poor.join('; '));
}

function requests() {
  const text = fs.readFileSync(plan.log, 'utf8').trim();
  return text ? text.split('\n').map((line) => JSON.parse(line)) : [];
}

async function run(browser, variant) {
  const stage = path.join(plan.out, variant.name);
  const setup = await openSetup(stage);
  const before = requests().length;
  const context = await browser.newContext({ locale: variant.locale, colorScheme: variant.scheme, viewport: variant.size, reducedMotion: 'reduce' });
  const faults = [];
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (line) => { if (line.type() === 'error') faults.push(line.text()); });
    await page.goto(setup.address);
    check(!page.url().includes('n='), 'the nonce stays in the address');
    await until('the state', () => page.evaluate(() => document.title !== 'Clew set-up'));
    check((await page.evaluate(() => document.documentElement.lang)) === variant.locale.slice(0, 2), 'the language is not that of the browser');
    await looks(page);
    await page.screenshot({ path: path.join(plan.out, `${variant.name}-1.png`), fullPage: true });
    await tabTo(page, 'mode');
    for (let press = 0; press < (variant.kind === 'ollama' ? 1 : 2); press += 1) await page.keyboard.press('ArrowDown');
    await typeInto(page, 'url', variant.kind === 'ollama' ? plan.provider : `${plan.provider}/v1`);
    if (variant.kind === 'openapi') {
      await typeInto(page, 'key', CANARY);
      if (!process.env.CLEW_E2E_KEYRING) {
        await tabTo(page, 'keyfile');
        await page.keyboard.press('Space');
      }
    }
    await tabTo(page, 'test');
    await page.keyboard.press('Enter');
    const said = () => page.evaluate(() => ({ text: document.getElementById('said').textContent, kind: document.getElementById('said').className }));
    const tested = await until('the provider\'s models', async () => { const now = await said(); return now.kind && now; });
    check(tested.kind === 'good' && tested.text.startsWith(variant.ok), JSON.stringify(tested));
    check(tested.text.includes(EMBEDDER) && tested.text.includes(DESCRIBER), `models are missing: ${tested.text}`);
    const listed = await page.evaluate(() => [...document.querySelectorAll('#list option')].map((one) => one.value));
    check(listed.includes(EMBEDDER) && listed.includes(DESCRIBER), 'the models are not offered');
    await page.keyboard.press('Shift+Tab');
    await page.evaluate(() => document.activeElement.blur());
    await typeInto(page, 'embed', EMBEDDER);
    await tabTo(page, 'llm');
    await page.keyboard.press('Space');
    await typeInto(page, 'model', DESCRIBER);
    await typeInto(page, 'language', variant.locale.slice(0, 2));
    await typeInto(page, 'exclude', 'vendor/**');
    await looks(page);
    await page.screenshot({ path: path.join(plan.out, `${variant.name}-2.png`), fullPage: true });
    await tabTo(page, 'save');
    await page.keyboard.press('Enter');
    const saved = await until('the end', async () => { const now = await said(); return now.kind && now; });
    check(saved.kind === 'good' && saved.text.startsWith(variant.saved), JSON.stringify(saved));
    await page.screenshot({ path: path.join(plan.out, `${variant.name}-3.png`), fullPage: true });
    check(faults.length === 0, faults.join('; '));
  } finally {
    await context.close();
    if (faults.length) console.error(faults.join('\n'));
  }
  const code = await setup.ended;
  check(code === 0, `set-up ended with ${code}: ${setup.said()}`);
  check(!setup.said().includes(CANARY), 'the key was shown');
  const config = fs.readFileSync(path.join(stage, 'data', 'config', 'config.yaml'), 'utf8');
  for (const wanted of [`provider: ${variant.kind}`, EMBEDDER, DESCRIBER, 'mode: llm', `description_language: ${variant.locale.slice(0, 2)}`, 'vendor/**']) {
    check(config.includes(wanted), `the configuration lacks ${wanted}:\n${config}`);
  }
  check(!config.includes(CANARY), 'the key is in the configuration');
  if (variant.kind === 'openapi') {
    const keys = path.join(stage, 'data', 'config', 'keys');
    check(config.includes('clew-keyring://openapi/127.0.0.1_'), 'there is no reference to the key');
    if (process.env.CLEW_E2E_KEYRING) {
      check(!fs.existsSync(keys), 'the key lies in a file, where there is a keyring');
    } else {
      check(fs.readFileSync(keys, 'utf8').includes(CANARY) && (fs.statSync(keys).mode & 0o777) === 0o600, 'the key is not kept as it should be');
    }
    const asked = requests().slice(before).filter((one) => one.path === '/v1/models');
    check(asked.length > 0 && asked.every((one) => one.headers.authorization === `Bearer ${CANARY}`), 'the provider was asked without the key');
  }
  const refused = await fetch(setup.address).then((got) => got.status, () => 'closed');
  check(refused === 'closed' || refused === 403, `the address still works: ${refused}`);
}

const browser = await chromium.launch({
  executablePath: plan.chromium,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
let failed = 0;
for (const variant of VARIANTS.slice(0, plan.variants)) {
  const began = Date.now();
  try {
    await run(browser, variant);
    console.log(`ok    page ${variant.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  page ${variant.name}: ${error.message}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
