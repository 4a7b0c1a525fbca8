const backs: Record<string, string> = { bag: "#2f7de1", burst: "#e8590c", star: "#f2b705" };

/** An item: a round badge with a bomb (bag), arrows (burst) or a star. */
export function drawItem(ctx: CanvasRenderingContext2D, x: number, y: number, unit: number, icon: string): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(unit, unit);
  ctx.fillStyle = "#ffffff";
  circle(ctx, 0, 0, 0.6);
  ctx.fillStyle = backs[icon] ?? "#777777";
  circle(ctx, 0, 0, 0.53);
  ctx.fillStyle = ctx.strokeStyle = "#ffffff";
  if (icon === "bag") drawBag(ctx);
  else if (icon === "burst") drawBurst(ctx);
  else drawStar(ctx, 0.42, 0.18);
  ctx.restore();
}

function drawBag(ctx: CanvasRenderingContext2D): void {
  circle(ctx, -0.06, 0.08, 0.25);
  ctx.lineWidth = 0.08;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(0.1, -0.1);
  ctx.quadraticCurveTo(0.16, -0.28, 0.3, -0.26);
  ctx.stroke();
  ctx.strokeStyle = backs["bag"] ?? "";
  ctx.beginPath();
  ctx.moveTo(-0.2, 0.08);
  ctx.lineTo(0.08, 0.08);
  ctx.moveTo(-0.06, -0.06);
  ctx.lineTo(-0.06, 0.22);
  ctx.stroke();
}

/** Four arrows that point away from the middle. */
function drawBurst(ctx: CanvasRenderingContext2D): void {
  for (let i = 0; i < 4; i++) {
    ctx.rotate(Math.PI / 2);
    ctx.fillRect(-0.05, -0.28, 0.1, 0.22);
    ctx.beginPath();
    ctx.moveTo(0, -0.45);
    ctx.lineTo(0.16, -0.24);
    ctx.lineTo(-0.16, -0.24);
    ctx.closePath();
    ctx.fill();
  }
}

/** A star with five points around the origin. */
function drawStar(ctx: CanvasRenderingContext2D, outer: number, inner: number): void {
  ctx.beginPath();
  for (let i = 0; i < 10; i++) {
    const radius = i % 2 === 0 ? outer : inner;
    const a = (i * Math.PI) / 5;
    ctx.lineTo(radius * Math.sin(a), -radius * Math.cos(a));
  }
  ctx.closePath();
  ctx.fill();
}

function circle(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}
