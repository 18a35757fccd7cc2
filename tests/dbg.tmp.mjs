import { readFileSync } from 'node:fs';
import { launchChromium } from '../scripts/lib/chromium.mjs';
import { serve } from '../scripts/lib/static-server.mjs';
const server = await serve({ folder: 'dist', isolated: false, plain: true });
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1600, height: 1600 }, reducedMotion: 'reduce' });
await page.route('**/host.html', (r) => r.fulfill({ contentType: 'text/html', body: `<!doctype html><script type="module" src="outpost-embed.js"></script><body><div style="position:absolute;left:500px;top:500px"><dialog>
<div style="padding: 7.95px; border: 4.71px solid; columns: 2; float: left"><div style="transform: scale(0.595, 0.692) matrix(0.583, 0.169, 0.097, 0.909, 3, -2); padding: 8.26px; border: 4.99px solid; contain: layout paint style"><div style="transform: translate(-13.5px, 7.8px) matrix(0.775, -0.008, 0.009, 0.523, 3, -2); padding: 2.95px; border: 0.15px solid; columns: 2; contain: layout paint style; font-size: 31px; line-height: 3; letter-spacing: 3px; text-indent: 20px"><outpost-board fen="4k3/8/8/8/8/8/8/1N2K2R w K - 0 1" style="width:475px"></outpost-board></div></div></div></dialog></div></body>` }));
await page.goto(new URL('host.html', server.url).href);
await page.evaluate(()=>document.querySelector('dialog').showModal());
await page.locator('outpost-board .board-pieces piece').first().waitFor();
await page.locator('rbc-board').evaluate(b=>{b.mode='sense'; b.addEventListener('sense-square',e=>console.log('sensed',e.detail)); return b.updateComplete});
page.on('console',m=>console.log(m.text()));
console.log(await page.evaluate(()=>{
 const r=(s)=>{const b=document.querySelector(s).getBoundingClientRect();return [s,...[b.left,b.top,b.width,b.height].map(x=>+x.toFixed(1))].join(' ')};
 const m=s=>{const b=(typeof s==='string'?document.querySelector(s):s).getBoundingClientRect();return [b.left+b.width/2,b.top+b.height/2]};
 const sq=document.querySelectorAll('.board-squares>.square')[9]; const at=m(sq);
 const hit=document.elementFromPoint(...at);
 return [r('rbc-board'),r('.board'),r('.board-squares'),r('.board-grid'),'square b7 '+at,'cell b7 '+m('[data-square=b7]'),'hit '+hit.className+' '+hit.dataset?.square+' '+hit.localName, 'cell of hit '+m(hit), JSON.stringify([...document.querySelector('rbc-board').getClientRects()].length), getComputedStyle(document.querySelector('rbc-board')).contain].join('\n')}));
await page.screenshot({path:'/tmp/shots/dbg.png', clip:{x:300,y:300,width:900,height:600}});
const box=await page.evaluate(()=>{const b=document.querySelectorAll('.board-squares>.square')[9].getBoundingClientRect();return [b.left+b.width/2,b.top+b.height/2]});
await page.mouse.click(...box);
await browser.close(); await server.close();
