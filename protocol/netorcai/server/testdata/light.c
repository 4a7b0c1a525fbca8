/* light: players of a benchmark that have nothing to do with the project's own code, in one thread with poll.
 *
 * usage: light players PORT N ACKBYTES _      log in, answer each TURN with a TURN_ACK of about ACKBYTES
 *        light floor PORT N ACKBYTES TURNBYTES   answer each TURNBYTES with ACKBYTES, with no protocol
 *
 * Of a TURN only the number is looked for, from the front. It ends when the server closes. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX = 64, BUF = 1 << 18 };
static char buf[MAX][BUF], out[1 << 16];
static size_t have[MAX];
static struct pollfd fds[MAX];

static void put(int fd, size_t n) {
	for (size_t at = 0; at < n;) {
		ssize_t k = write(fd, out + at, n - at);
		if (k <= 0) return;
		at += k;
	}
}

/* frame puts the size before the content that stands in out + 4. */
static size_t frame(size_t n) {
	uint32_t size = n;
	memcpy(out, &size, 4); /* little-endian machines only */
	return n + 4;
}

static size_t acknowledge(int turn, size_t ack) {
	static const char action[] = "{\"id\":3,\"movement\":\"move\",\"direction\":\"x+\"}";
	size_t n = sprintf(out + 4, "{\"message_type\":\"TURN_ACK\",\"turn_number\":%d,\"actions\":[%s", turn, action);
	while (n + sizeof action + 3 < ack) n += sprintf(out + 4 + n, ",%s", action);
	return frame(n + sprintf(out + 4 + n, "]}\n"));
}

/* hear takes what one connection has received. */
static void hear(int i, int floor, size_t ack, size_t turn) {
	size_t at = 0;
	for (;;) {
		if (floor) {
			if (have[i] - at < turn) break;
			at += turn;
			put(fds[i].fd, ack);
			continue;
		}
		uint32_t size;
		if (have[i] - at < 4) break;
		memcpy(&size, buf[i] + at, 4);
		if (have[i] - at < 4 + (size_t)size) break;
		char *number = memmem(buf[i] + at + 4, size, "\"turn_number\":", 14);
		if (number) put(fds[i].fd, acknowledge(atoi(number + 14), ack));
		at += 4 + size;
	}
	memmove(buf[i], buf[i] + at, have[i] -= at);
}

int main(int argc, char **argv) {
	if (argc != 6) return 2;
	int floor = !strcmp(argv[1], "floor"), n = atoi(argv[3]), open = n, one = 1;
	size_t ack = atoi(argv[4]), turn = atoi(argv[5]);
	if (n < 1 || n > MAX) return 2;
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[2])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	for (int i = 0; i < n; i++) {
		fds[i].fd = socket(AF_INET, SOCK_STREAM, 0);
		fds[i].events = POLLIN;
		if (connect(fds[i].fd, (struct sockaddr *)&to, sizeof to)) return 1;
		setsockopt(fds[i].fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
		if (!floor)
			put(fds[i].fd, frame(sprintf(out + 4, "{\"message_type\":\"LOGIN\",\"nickname\":\"c\",\"role\":\"player\",\"metaprotocol_version\":\"2.0.0\"}\n")));
	}
	while (open > 0 && poll(fds, n, 60000) > 0)
		for (int i = 0; i < n; i++) {
			if (fds[i].fd < 0 || !fds[i].revents) continue;
			ssize_t k = read(fds[i].fd, buf[i] + have[i], BUF - have[i]);
			if (k <= 0) {
				close(fds[i].fd);
				fds[i].fd = -1;
				open--;
				continue;
			}
			have[i] += k;
			hear(i, floor, ack, turn);
		}
	return 0;
}
